package sprout.mvc.processor;

import javax.annotation.processing.SupportedAnnotationTypes;
import sprout.beans.processor.BeanModel;
import sprout.beans.processor.ModuleProcessor;

/** Writes a {@code sprout.messaging.EndpointModule} for each package that has WebSocket endpoints. */
@SupportedAnnotationTypes("*")
public final class EndpointProcessor extends ModuleProcessor<EndpointModuleSource> {
    /** Called by the compiler, through {@code META-INF/services}. */
    public EndpointProcessor() {
        super("sprout.messaging.EndpointModule");
    }

    @Override
    protected EndpointModuleSource emptyModule(String packageName, BeanModel model) {
        return new EndpointModuleSource(packageName, model, new ArgumentBinding(model, processingEnv));
    }
}
