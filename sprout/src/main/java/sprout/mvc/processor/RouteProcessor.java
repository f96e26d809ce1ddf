package sprout.mvc.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashSet;
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
import sprout.beans.processor.BeanModel;
import sprout.beans.processor.InvalidBeanException;

/**
 * Writes a {@link sprout.mvc.RouteModule} for each package that has controllers or exception handlers, and their index for the
 * {@link java.util.ServiceLoader}. Claims no annotation, so that other processors see them too.
 */
@SupportedAnnotationTypes("*")
public final class RouteProcessor extends AbstractProcessor {
    private final Map<String, RouteModuleSource> modules = new TreeMap<>();

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        BeanModel model = new BeanModel(processingEnv);
        Set<RouteModuleSource> found = new LinkedHashSet<>();
        for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
            collect(type, model, found);
        }
        found.forEach(this::write);
        if (round.processingOver() && !modules.isEmpty()) {
            writeIndex();
        }
        return false;
    }

    private void collect(TypeElement type, BeanModel model, Set<RouteModuleSource> found) {
        try {
            if (model.isComponent(type)) {
                RouteModuleSource module =
                        new RouteModuleSource(model.packageOf(type), model, new ArgumentBinding(model, processingEnv));
                RouteModuleSource known = modules.getOrDefault(model.packageOf(type), module);
                if (known.add(type)) {
                    modules.put(model.packageOf(type), known);
                    found.add(known);
                }
            }
        } catch (InvalidBeanException e) {
            processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, e.getMessage(), e.element());
        }
        for (TypeElement nested : ElementFilter.typesIn(type.getEnclosedElements())) {
            collect(nested, model, found);
        }
    }

    private void write(RouteModuleSource module) {
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
                .createResource(StandardLocation.CLASS_OUTPUT, "", "META-INF/services/sprout.mvc.RouteModule")
                .openWriter()) {
            for (RouteModuleSource module : modules.values()) {
                out.write(module.qualifiedName() + "\n");
            }
        } catch (IOException e) {
            fail("cannot write the index of route modules: " + e.getMessage());
        }
    }

    private void fail(String message) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, message);
    }
}
