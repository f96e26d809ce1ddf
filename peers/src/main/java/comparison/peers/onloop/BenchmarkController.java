package comparison.peers.onloop;

import comparison.peers.Status;
import sprout.mvc.annotation.GetMapping;
import sprout.mvc.annotation.NonBlocking;
import sprout.mvc.annotation.RequestMapping;
import sprout.mvc.annotation.RestController;

@RestController
@RequestMapping("/benchmark")
@NonBlocking
class BenchmarkController {
    @GetMapping("/hello")
    String hello() {
        return Status.HELLO;
    }

    @GetMapping("/json")
    Status json() {
        return Status.now();
    }
}
