package sprout.mvc.processor;

import javax.annotation.processing.SupportedAnnotationTypes;
import sprout.beans.processor.BeanModel;
import sprout.beans.processor.ModuleProcessor;

/** Writes a {@link sprout.mvc.RouteModule} for each package that has controllers or exception handlers. */
@SupportedAnnotationTypes("*")
public final class RouteProcessor extends ModuleProcessor<RouteModuleSource> {
    /** Called by the compiler, through {@code META-INF/services}. */
    public RouteProcessor() {
        super("sprout.mvc.RouteModule");
    }

    @Override
    protected RouteModuleSource emptyModule(String packageName, BeanModel model) {
        return new RouteModuleSource(packageName, model, new ArgumentBinding(model, processingEnv));
    }
}
