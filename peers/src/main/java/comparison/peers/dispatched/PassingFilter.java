package comparison.peers.dispatched;

import sprout.beans.annotation.Component;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.mvc.Filter;
import sprout.mvc.FilterChain;

/** Passes every request on, so that the way through filters is part of what is measured. */
@Component
final class PassingFilter implements Filter {
    @Override
    public void doFilter(HttpRequest request, HttpResponse response, FilterChain chain) throws Exception {
        chain.doFilter(request, response);
    }
}
