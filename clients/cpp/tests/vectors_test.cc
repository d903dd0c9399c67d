#include "vectors.h"

#include <algorithm>
#include <stdexcept>

#include "muggins/dealing.h"
#include "muggins/notation.h"

namespace muggins {
namespace {

const Value notation = vectors("notation.json");

TEST(Notation, CardsAreTakenApartAndInTheOrderOfThePack) {
    std::vector<Card> pack;
    for (const Value& vector : each(notation, "cards")) {
        Card card = Card::parse(text(vector, "text"));
        EXPECT_EQ(card.text(), text(vector, "text"));
        EXPECT_EQ(card.rank(), number(vector, "rank"));
        EXPECT_EQ(std::string(1, card.suit()), text(vector, "suit"));
        EXPECT_EQ(card.value(), number(vector, "value"));
        pack.push_back(card);
    }
    EXPECT_TRUE(std::is_sorted(pack.begin(), pack.end()));
    EXPECT_EQ(pack.size(), 52);
}

TEST(Notation, TilesAreTakenApart) {
    for (const char* key : {"tiles", "turned_tiles"}) {
        for (const Value& vector : each(notation, key)) {
            Tile tile = Tile::parse(text(vector, "text"));
            EXPECT_EQ(tile.text(), text(vector, "text"));
            EXPECT_EQ(tile.first, each(vector, "halves")[0].number_value());
            EXPECT_EQ(tile.second, each(vector, "halves")[1].number_value());
            EXPECT_EQ(tile.is_double(), at(vector, "double").bool_value());
        }
    }
}

TEST(Notation, MovesAreTakenApart) {
    for (const Value& vector : each(notation, "cribbage_moves")) {
        std::vector<std::string> found, expected;
        for (Card card : cards(text(vector, "text"))) found.push_back(card.text());
        for (const Value& card : each(vector, "cards")) expected.push_back(card.string_value());
        EXPECT_EQ(found, expected);
    }
    for (const Value& vector : each(notation, "fives_moves")) {
        Placement placed = Placement::parse(text(vector, "text"));
        EXPECT_EQ(placed.text(), text(vector, "text"));
        EXPECT_EQ(placed.tile.text(), text(vector, "tile"));
        const char* ends[] = {"", "L", "R"};
        EXPECT_EQ(ends[static_cast<int>(placed.end)], text(vector, "end"));
    }
}

TEST(Notation, WhatIsNoneIsNone) {
    for (const Value& none : each(notation, "no_cards")) {
        EXPECT_THROW(Card::parse(none.string_value()), std::invalid_argument) << none.string_value();
    }
    for (const Value& none : each(notation, "no_tiles")) {
        EXPECT_THROW(Tile::parse(none.string_value()), std::invalid_argument) << none.string_value();
    }
    for (const Value& none : each(notation, "no_fives_moves")) {
        EXPECT_THROW(Placement::parse(none.string_value()), std::invalid_argument) << none.string_value();
    }
}

TEST(Dealing, CommitmentsAndSeeds) {
    const Value commitments = vectors("commitments.json");
    for (const Value& vector : each(commitments, "commitments")) {
        EXPECT_EQ(commitment(bytes(text(vector, "value"))), bytes(text(vector, "commitment")));
    }
    for (const Value& vector : each(commitments, "seeds")) {
        std::vector<std::string> entropies;
        for (const Value& entropy : each(vector, "entropies")) entropies.push_back(bytes(entropy.string_value()));
        EXPECT_EQ(match_seed(bytes(text(vector, "server")), entropies), bytes(text(vector, "seed")));
    }
}

TEST(Dealing, Shuffles) {
    const Value dealing = vectors("dealing.json");
    for (const Value& vector : each(dealing, "shuffles")) {
        std::vector<int> pieces;
        for (const Value& piece : each(vector, "pieces")) pieces.push_back(static_cast<int>(piece.number_value()));
        std::string seed = bytes(text(vector, "seed"));
        EXPECT_EQ(shuffle(seed, text(vector, "label"), number(vector, "size"), number(vector, "count")), pieces);
    }
}

}  // namespace
}  // namespace muggins
