import { stubBrowser } from './host/stub-browser.ts';

stubBrowser();
