// Steps whose results the sample features state.
import { Before, Given, type IWorld } from '@cucumber/cucumber';

Given('a step that passes', () => undefined);

Given('a step with the table:', (_table: unknown) => undefined);

Given('a step with the text:', (_text: unknown) => undefined);

Given('a step that fails with {string}', (message: string) => {
  throw new Error(message);
});

Given('a step that fails over the second driver', () => {
  if (process.env['REPORT_DRIVER'] === 'second') throw new Error('The second driver lost its connection.');
});

Given('a step that skips the rest', () => 'skipped');

Given('a step that attaches {string}', function (this: IWorld, text: string) {
  this.attach(text, 'text/plain');
});

Before({ tags: '@fails-at-first' }, () => {
  throw new Error('The studio did not start.');
});
