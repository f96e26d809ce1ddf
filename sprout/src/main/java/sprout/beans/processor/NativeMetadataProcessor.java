package sprout.beans.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;

/**
 * Tells GraalVM's native-image which files of an application are read at run time: its settings, those of its logging,
 * and static files. Beans and routes need no metadata, because their classes are called by generated code. Claims no
 * annotation, so that other processors see all of them.
 */
@SupportedAnnotationTypes("*")
public final class NativeMetadataProcessor extends AbstractProcessor {
    private static final String FILE = "META-INF/native-image/sprout/settings/reachability-metadata.json";
    private static final String METADATA = """
            {
              "resources": [
                {"glob": "*.yml"},
                {"glob": "*.properties"},
                {"glob": "static/**"}
              ]
            }
            """;

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (round.processingOver()) {
            write();
        }
        return false;
    }

    private void write() {
        try (Writer out = processingEnv
                .getFiler()
                .createResource(StandardLocation.CLASS_OUTPUT, "", FILE)
                .openWriter()) {
            out.write(METADATA);
        } catch (IOException e) {
            processingEnv
                    .getMessager()
                    .printMessage(Diagnostic.Kind.ERROR, "cannot write " + FILE + ": " + e.getMessage());
        }
    }
}
