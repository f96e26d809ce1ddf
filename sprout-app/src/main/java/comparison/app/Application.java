package comparison.app;

import sprout.SproutApplication;

class Application {

    public static void main(String[] args) {
        SproutApplication.run(Application.class, args);
    }
}
