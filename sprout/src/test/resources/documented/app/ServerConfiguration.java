package app;

import java.util.List;
import sprout.beans.annotation.Bean;
import sprout.beans.annotation.Configuration;
import sprout.beans.ContextPropagator;
import sprout.config.AppConfig;
import sprout.http.HttpRequestParser;
import sprout.mvc.RequestDispatcher;
import sprout.server.AcceptableProtocolHandler;
import sprout.server.BioHttpProtocolHandler;
import sprout.server.NioHttpProtocolHandler;
import sprout.server.RequestExecutorPoolService;
import sprout.server.RequestExecutorService;
import sprout.server.VirtualRequestExecutorService;

@Configuration public class ServerConfiguration {
@Bean public RequestExecutorService executorService(AppConfig appConfig, List<ContextPropagator> contextPropagators) {
String threadType = appConfig.getStringProperty("server.thread-type", "virtual");
if (threadType.equals("virtual")) {
return new VirtualRequestExecutorService(contextPropagators);
}
return new RequestExecutorPoolService(appConfig.getIntProperty("server.thread-pool-size", 100));
}
@Bean public AcceptableProtocolHandler httpProtocolHandler(AppConfig appConfig, RequestDispatcher requestDispatcher, HttpRequestParser httpRequestParser, RequestExecutorService executorService) {
String executionMode = appConfig.getStringProperty("server.execution-mode", "hybrid");
if (executionMode.equals("hybrid")) {
System.out.println("Execution mode is hybrid");
return new BioHttpProtocolHandler(requestDispatcher, httpRequestParser, executorService);
}
System.out.println("Execution mode is NIO");
return new NioHttpProtocolHandler(requestDispatcher, httpRequestParser, executorService);
}
}
