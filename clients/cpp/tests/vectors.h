// What every kit has to agree on, whatever its language: the files of clients/vectors.
#pragma once

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace muggins {

using Value = google::protobuf::Value;

inline const Value& at(const Value& vector, const std::string& key) {
    return vector.struct_value().fields().at(key);
}

inline std::string text(const Value& vector, const std::string& key) { return at(vector, key).string_value(); }

inline int number(const Value& vector, const std::string& key) {
    return static_cast<int>(at(vector, key).number_value());
}

// The items of a list, of which there has to be one.
inline const auto& each(const Value& vector, const std::string& key) {
    const auto& found = at(vector, key).list_value().values();
    EXPECT_FALSE(found.empty()) << key;
    return found;
}

inline Value vectors(const std::string& name) {
    std::ifstream file(std::string(VECTORS) + "/" + name);
    Value value;
    auto status = google::protobuf::util::JsonStringToMessage((std::ostringstream() << file.rdbuf()).str(), &value);
    EXPECT_TRUE(status.ok()) << status.ToString();
    return value;
}

inline std::string bytes(const std::string& hex) {
    std::string bytes;
    for (std::size_t place = 0; place < hex.size(); place += 2) {
        bytes.push_back(static_cast<char>(std::stoi(hex.substr(place, 2), nullptr, 16)));
    }
    return bytes;
}

}  // namespace muggins
