package muggins.bot;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What every kit has to agree on, whatever its language: the files of clients/vectors. */
final class Vectors {
    private final JsonObject file;

    Vectors(String name) throws IOException {
        file = JsonParser.parseString(Files.readString(Path.of("..", "vectors", name))).getAsJsonObject();
    }

    List<JsonObject> each(String key) {
        return elements(key).stream().map(JsonElement::getAsJsonObject).toList();
    }

    List<String> texts(String key) {
        return elements(key).stream().map(JsonElement::getAsString).toList();
    }

    private List<JsonElement> elements(String key) {
        List<JsonElement> found = file.getAsJsonArray(key).asList();
        if (found.isEmpty()) {
            throw new AssertionError("there are no " + key);
        }
        return found;
    }
}
