package sprout.beans.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;

/**
 * Writes a class for each package that has something for it, and the index of these classes for the {@link
 * java.util.ServiceLoader}. Claims no annotation, so that other processors see them too.
 *
 * @param <S> the source of such a class
 */
public abstract class ModuleProcessor<S extends ModuleSource> extends AbstractProcessor {
    private final String service;
    private final Map<String, S> modules = new TreeMap<>();

    /** @param service name of the interface that the written classes implement */
    protected ModuleProcessor(String service) {
        this.service = service;
    }

    /** Makes the source for a package, with nothing in it yet. */
    protected abstract S emptyModule(String packageName, BeanModel model);

    @Override
    public final SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public final boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        BeanModel model = new BeanModel(processingEnv);
        Set<S> found = new LinkedHashSet<>();
        for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
            collect(type, model, found);
        }
        found.forEach(this::write);
        if (round.processingOver() && !modules.isEmpty()) {
            writeIndex();
        }
        return false;
    }

    private void collect(TypeElement type, BeanModel model, Set<S> found) {
        String packageName = model.packageOf(type);
        S known = modules.get(packageName);
        S module = known == null ? emptyModule(packageName, model) : known;
        try {
            if (module.add(type)) {
                modules.put(packageName, module);
                found.add(module);
            }
        } catch (InvalidBeanException e) {
            processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, e.getMessage(), e.element());
        }
        for (TypeElement nested : ElementFilter.typesIn(type.getEnclosedElements())) {
            collect(nested, model, found);
        }
    }

    private void write(S module) {
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
                .createResource(StandardLocation.CLASS_OUTPUT, "", "META-INF/services/" + service)
                .openWriter()) {
            for (S module : modules.values()) {
                out.write(module.qualifiedName() + "\n");
            }
        } catch (IOException e) {
            fail("cannot write the index of " + service + ": " + e.getMessage());
        }
    }

    private void fail(String message) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, message);
    }
}
