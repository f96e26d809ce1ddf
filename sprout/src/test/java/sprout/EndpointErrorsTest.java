package sprout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a WebSocket endpoint is an error of the compiler that says what to do. */
class EndpointErrorsTest {
    @TempDir
    private Path output;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@MessageMapping void take(String text) {}|one parameter with @Payload",
                "@MessageMapping void take(@Payload String text, int n) {}|cannot be given",
                "@MessageMapping void take(@Payload String t, @PathVariable String y) {}|no variable {y}",
                "@MessageMapping void take(@Payload String t, CloseReason r) {}|only a method with @OnClose",
                "@OnOpen void open(@Payload String t) {}|only a method with @MessageMapping",
                "@OnOpen private void open() {}|must not be private",
                "@OnOpen String open() { return null; }|must be void",
                "@OnOpen void a() {} @OnOpen void b() {}|two methods with @OnOpen",
                "@MessageMapping(\"/a\") void a(@Payload String t) {} @MessageMapping(\"/a\") void b(@Payload String t) {}|two methods for destination '/a'",
                "@MessageMapping void a(@Payload byte[] t) {} @MessageMapping(\"/b\") void b(@Payload byte[] t) {}|two methods for binary"
            })
    void isNamedAtBuildTime(String member, String message) {
        assertThat(compile("@WebSocketHandler(\"/x/{v}\") class Endpoint { " + member + " }"))
                .contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@sprout.beans.annotation.Component class Endpoint { @OnOpen void open() {} }|needs @WebSocketHandler",
                "@WebSocketHandler(\"/{a\") class Endpoint { }|{name:regex}"
            })
    void isNamedForTheWholeClass(String type, String message) {
        assertThat(compile(type)).contains(message);
    }

    private String compile(String type) {
        String source = "package app; import sprout.messaging.annotation.*; import sprout.mvc.annotation.*;"
                + " import sprout.websocket.*; " + type;
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        String classPath = System.getProperty("java.class.path");
        List<String> options = List.of("-d", output.toString(), "-cp", classPath, "-processorpath", classPath);
        SimpleJavaFileObject file = new SimpleJavaFileObject(URI.create("string:///app/Endpoint.java"), Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(file))
                .call();
        assertThat(compiled).as("compiles").isFalse();
        return messages.toString();
    }
}
