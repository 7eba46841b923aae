// What happens before and after: the rules are held against the scenarios once, and every scenario gets its own studio.
import { After, AfterAll, Before, BeforeAll, setDefaultTimeout } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { disagreements } from '../rules/coverage.js';
import { readPending, readRules, readTags } from '../rules/rules.js';
import type { Playout } from './playout.js';
import { drivers } from './drivers.js';
import type { StudioWorld } from './world.js';

setDefaultTimeout(30_000);

BeforeAll(() => {
  const wrong = disagreements({ rules: readRules(), pending: readPending(), tags: readTags() });
  assert.deepEqual(wrong, [], 'rules and scenarios disagree');
});

// The first scenario's studio may have to be built from the ground.
Before({ timeout: 120_000 }, async function (this: StudioWorld) {
  const { driver, playout = 'simulated' } = this.parameters as { readonly driver: string; readonly playout?: Playout };
  this.driver = await drivers.open(driver, playout);
});

After(async function (this: StudioWorld) {
  await this.driver.close();
});

AfterAll(async () => {
  await drivers.close();
});
