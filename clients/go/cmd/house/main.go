// Command house plays a house bot: house greedy --address HOST:PORT.
package main

import (
	"fmt"
	"os"

	"muggins.example/muggins"
	"muggins.example/muggins/house"
)

func main() {
	if len(os.Args) > 1 {
		if bot := house.Kinds[os.Args[1]]; bot != nil {
			os.Exit(muggins.Run(bot, house.Profile, os.Args[2:]))
		}
	}
	fmt.Fprintln(os.Stderr, "say which bot, greedy or random, and then the options")
	os.Exit(1)
}
