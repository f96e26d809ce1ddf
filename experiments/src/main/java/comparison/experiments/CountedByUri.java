package comparison.experiments;

import comparison.experiments.Experiment.UriTag;
import sprout.beans.annotation.Component;
import sprout.beans.annotation.ConditionalOnProperty;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.mvc.Filter;
import sprout.mvc.FilterChain;

/** Counts requests on a {@link ScrapedPage}. */
@Component
@ConditionalOnProperty("experiment.uri-tag")
final class CountedByUri implements Filter {

    private final UriTag tag;
    private final ScrapedPage page;

    CountedByUri(Experiment experiment, ScrapedPage page) {
        this.tag = experiment.uriTag();
        this.page = page;
    }

    @Override
    public void doFilter(HttpRequest request, HttpResponse response, FilterChain chain) throws Exception {
        long begin = System.nanoTime();
        try {
            chain.doFilter(request, response);
        } finally {
            String uri = tag == UriTag.FULL ? fullUri(request) : route(request);
            page.count(request.method(), uri, System.nanoTime() - begin);
        }
    }

    private static String fullUri(HttpRequest request) {
        return request.rawTarget();
    }

    private static String route(HttpRequest request) {
        String path = request.rawPath();
        int last = path.lastIndexOf('/') + 1;
        boolean number = last < path.length() && path.chars().skip(last).allMatch(c -> c >= '0' && c <= '9');
        return number ? path.substring(0, last) + "{id}" : path;
    }
}
