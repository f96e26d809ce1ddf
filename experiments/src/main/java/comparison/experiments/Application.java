package comparison.experiments;

import sprout.SproutApplication;
import sprout.beans.annotation.ComponentScan;
import sprout.beans.annotation.Configuration;

/** The Person API of sprout-app, and whatever of the experiments is set. */
@Configuration
@ComponentScan("comparison.app")
class Application {

    public static void main(String[] args) {
        SproutApplication.run(Application.class, args);
    }
}
