package sprout.soak;

import sprout.SproutApplication;
import sprout.beans.annotation.ComponentScan;
import sprout.beans.annotation.Configuration;
import sprout.messaging.annotation.MessageMapping;
import sprout.messaging.annotation.Payload;
import sprout.messaging.annotation.WebSocketHandler;

/** The application that is soaked: the routes of sprout-app, and a WebSocket, which sprout-app does not have. */
@Configuration
@ComponentScan("comparison.app")
class Application {
    public static void main(String[] args) {
        SproutApplication.run(Application.class, args);
    }

    @WebSocketHandler("/echo")
    static class Echo {
        @MessageMapping
        String echo(@Payload String text) {
            return text;
        }
    }
}
