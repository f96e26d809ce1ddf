package comparison.peers.onloop;

import sprout.beans.annotation.Component;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.mvc.Filter;
import sprout.mvc.FilterChain;

/** Passes every request on, so that the cost of filters is measured too. */
@Component
final class PassingFilter implements Filter {
    @Override
    public void doFilter(HttpRequest request, HttpResponse response, FilterChain chain) throws Exception {
        chain.doFilter(request, response);
    }

    @Override
    public boolean mayBlock() {
        return false;
    }
}
