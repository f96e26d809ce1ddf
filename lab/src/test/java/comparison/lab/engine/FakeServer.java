package comparison.lab.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Speaks to the harness like a server of the peers, and serves nothing; beside it a client that counts a hundred requests. */
final class FakeServer {

    /** The name under which it never says anything. */
    static final String SILENT = "helidon";

    /** The name under which it ends when it is asked for the third time. */
    static final String MORTAL = "undertow-loop";

    private FakeServer() {}

    /** Is what the harness starts: {@code NAME PORT}. */
    public static void main(String... arguments) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean silent = arguments[0].equals(SILENT);
        if (!silent) {
            System.out.println("ready");
        }
        int asked = 0;
        while (orders.readLine() != null) {
            asked++;
            if (arguments[0].equals(MORTAL) && asked == 3) {
                System.exit(1);
            }
            System.out.println(asked * 1000);
        }
    }

    /** Makes a jar of it. */
    static Path jar(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, FakeServer.class.getName());
        String file = FakeServer.class.getName().replace('.', '/') + ".class";
        Path jar = folder.resolve("fake.jar");
        try (InputStream code = Objects.requireNonNull(FakeServer.class.getResourceAsStream("FakeServer.class"));
                OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            entries.putNextEntry(new JarEntry(file));
            code.transferTo(entries);
            entries.closeEntry();
        }
        return jar;
    }

    /** Makes the client. */
    static Wrk client(Path folder) throws IOException {
        Path script = folder.resolve("wrk");
        Files.writeString(script, """
                #!/bin/sh
                echo 'result requests=100 micros=1000000 p50=1 p99=2 p999=3 connect=0 read=0 write=0 status=0 timeout=0'
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return Wrk.find(folder.toString(), folder);
    }
}
