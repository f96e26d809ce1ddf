package sprout.beans.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;

/**
 * Writes a {@link sprout.beans.BeanModule} for each package that has components, and their index for the {@link
 * java.util.ServiceLoader}. Claims no annotation, so that other processors see them too.
 */
@SupportedAnnotationTypes("*")
public final class BeanProcessor extends AbstractProcessor {
    private final Map<String, BeanModuleSource> modules = new TreeMap<>();

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        BeanModel model = new BeanModel(processingEnv);
        List<BeanModuleSource> found = new ArrayList<>();
        for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
            collect(type, model, found);
        }
        found.forEach(this::write);
        if (round.processingOver() && !modules.isEmpty()) {
            writeIndex();
        }
        return false;
    }

    private void collect(TypeElement type, BeanModel model, List<BeanModuleSource> found) {
        try {
            if (model.isComponent(type) || !model.scannedPackages(type).isEmpty()) {
                String packageName = model.packageOf(type);
                BeanModuleSource module =
                        modules.computeIfAbsent(packageName, name -> new BeanModuleSource(name, model));
                module.add(type);
                if (!found.contains(module)) {
                    found.add(module);
                }
            }
        } catch (InvalidBeanException e) {
            processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, e.getMessage(), e.element());
        }
        for (TypeElement nested : ElementFilter.typesIn(type.getEnclosedElements())) {
            collect(nested, model, found);
        }
    }

    private void write(BeanModuleSource module) {
        Element[] origins = module.origins().toArray(Element[]::new);
        try (Writer out = processingEnv
                .getFiler()
                .createSourceFile(module.qualifiedName(), origins)
                .openWriter()) {
            out.write(module.source());
        } catch (IOException e) {
            fail("cannot write " + module.qualifiedName() + ": " + e.getMessage());
        }
    }

    private void writeIndex() {
        try (Writer out = processingEnv
                .getFiler()
                .createResource(StandardLocation.CLASS_OUTPUT, "", "META-INF/services/sprout.beans.BeanModule")
                .openWriter()) {
            for (BeanModuleSource module : modules.values()) {
                out.write(module.qualifiedName() + "\n");
            }
        } catch (IOException e) {
            fail("cannot write the index of bean modules: " + e.getMessage());
        }
    }

    private void fail(String message) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, message);
    }
}
