package comparison.peers.micro;

import sprout.http.HttpRequest;
import sprout.mvc.annotation.DeleteMapping;
import sprout.mvc.annotation.GetMapping;
import sprout.mvc.annotation.NonBlocking;
import sprout.mvc.annotation.PathVariable;
import sprout.mvc.annotation.PostMapping;
import sprout.mvc.annotation.RequestMapping;
import sprout.mvc.annotation.RestController;

/** Declares routes of every kind. */
@RestController
@RequestMapping("/shop")
@NonBlocking
class Shop {
    @GetMapping("/orders")
    String orders() {
        return "orders";
    }

    @PostMapping("/orders")
    String order() {
        return "order";
    }

    @GetMapping("/orders/{id}")
    String order(@PathVariable long id) {
        return "order " + id;
    }

    @DeleteMapping("/orders/{id}")
    String cancel(@PathVariable long id) {
        return "cancelled " + id;
    }

    @GetMapping("/orders/{id}/items/{code:[a-z]+}")
    String item(@PathVariable long id, @PathVariable String code) {
        return "item " + id + code;
    }

    @GetMapping("/files/**")
    String files(HttpRequest request) {
        return "files " + request.rawPath();
    }

    @GetMapping("/customers")
    String customers() {
        return "customers";
    }

    @GetMapping("/customers/*/address")
    String address() {
        return "address";
    }
}
