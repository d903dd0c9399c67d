// A house bot on a muggins server: muggins-house greedy --address HOST:PORT

#include <iostream>
#include <string_view>

#include "muggins/cli.h"
#include "muggins/house.h"

int main(int argc, char** argv) {
    const std::string_view kind = argc > 1 ? argv[1] : "";
    if (kind == "greedy") return muggins::run(std::make_shared<muggins::house::Greedy>(), argc - 1, argv + 1);
    if (kind == "random") return muggins::run(std::make_shared<muggins::house::Random>(), argc - 1, argv + 1);
    std::cerr << "which house bot: greedy or random?\n";
    return 2;
}
