package comparison.experiments;

import sprout.SproutApplication;
import sprout.beans.annotation.ComponentScan;
import sprout.beans.annotation.Configuration;

/** Runs the Person API of sprout-app, with the experiments that are set. */
@Configuration
@ComponentScan("comparison.app")
class Application {

    public static void main(String[] args) {
        SproutApplication.run(Application.class, args);
    }
}
