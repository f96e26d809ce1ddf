package comparison.client;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpEntity;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.jmeter.config.ConfigTestElement;
import org.apache.jmeter.engine.util.ConfigMergabilityIndicator;
import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.threads.AbstractThreadGroup;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;
import org.jspecify.annotations.Nullable;

/**
 * Connections that all threads of a load share. JMeter's own samplers cannot share them: each thread has its own
 * connections, and in the open model each arrival is a thread. A request uses the free connection that was used last.
 * If none is free, it opens one, up to the limit, or waits, which counts as response time. Requests are never repeated.
 * Safe for use by many threads.
 */
final class SharedConnections implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final String PATH = "HTTPSampler.path";
    /** The default of Gatling. */
    private static final int CONNECT_MILLIS = 10_000;

    private static final int OK = 200;
    private static final int LAST_OF_SUCCESS = 299;

    private final CloseableHttpClient client;
    private final String server;
    private final Map<String, String> headers = new HashMap<>();

    /**
     * Creates a pool without opening connections.
     *
     * @param server scheme, host and port
     * @param limit maximum number of connections
     * @param answerMillis time limit for getting a connection, and for each read of the response, in ms
     */
    SharedConnections(String server, int limit, int answerMillis) {
        this.server = server;
        this.client = HttpClients.custom()
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .setUserAgent("JMeter")
                .setMaxConnTotal(limit)
                .setMaxConnPerRoute(limit)
                .setConnectionTimeToLive(1, TimeUnit.HOURS)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectTimeout(CONNECT_MILLIS)
                        .setConnectionRequestTimeout(answerMillis)
                        .setSocketTimeout(answerMillis)
                        .build())
                .build();
    }

    /**
     * Makes all samplers of a plan use these connections; each must send a GET. Every request gets the same Accept
     * header, because the headers of a plan do not reach these samplers.
     */
    void take(HashTree plan) {
        headers.put("Accept", "text/plain,application/json");
        HashTree elements = plan.getTree(plan.getArray()[0]);
        SearchByClass<AbstractThreadGroup> groups = new SearchByClass<>(AbstractThreadGroup.class);
        plan.traverse(groups);
        for (AbstractThreadGroup group : groups.getSearchResults()) {
            HashTree children = elements.getTree(group);
            for (Object child : children.getArray()) {
                if (child instanceof TestElement sampler && sampler.getProperty(PATH) != null) {
                    children.replaceKey(child, new Get(this, sampler));
                }
            }
        }
    }

    private SampleResult get(String name, String path) {
        SampleResult result = new SampleResult();
        result.setSampleLabel(name);
        HttpGet request = new HttpGet(server + path);
        headers.forEach(request::setHeader);
        result.sampleStart();
        try (CloseableHttpResponse response = client.execute(request)) {
            long bytes = drained(response.getEntity());
            result.sampleEnd();
            int code = response.getStatusLine().getStatusCode();
            result.setBytes(bytes);
            result.setResponseCode(Integer.toString(code));
            result.setResponseMessage(response.getStatusLine().getReasonPhrase());
            result.setSuccessful(code >= OK && code <= LAST_OF_SUCCESS);
        } catch (IOException e) {
            result.sampleEnd();
            result.setResponseCode(e.getClass().getSimpleName());
            result.setResponseMessage(String.valueOf(e.getMessage()));
            result.setSuccessful(false);
        }
        return result;
    }

    /** Reads and discards the body. HttpClient verifies that its length is the Content-Length. */
    private static long drained(@Nullable HttpEntity entity) throws IOException {
        if (entity == null) {
            return 0;
        }
        byte[] buffer = new byte[BUFFER];
        long bytes = 0;
        try (InputStream in = entity.getContent()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes += read;
            }
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        client.close();
    }

    /** Sends one request on a shared connection. Public, because JMeter copies it for each thread. */
    public static final class Get extends AbstractSampler implements ConfigMergabilityIndicator {

        private static final long serialVersionUID = 1L;

        private transient @Nullable SharedConnections connections;

        /** Called by JMeter to create copies. */
        public Get() {}

        private Get(SharedConnections connections, TestElement sampler) {
            this.connections = connections;
            setName(sampler.getName());
            setProperty(sampler.getProperty(PATH));
        }

        @Override
        public Object clone() {
            Get copy = (Get) super.clone();
            copy.connections = connections;
            return copy;
        }

        @Override
        public SampleResult sample(Entry entry) {
            return Objects.requireNonNull(connections).get(getName(), getPropertyAsString(PATH));
        }

        @Override
        public boolean applies(ConfigTestElement defaults) {
            return false;
        }
    }
}
