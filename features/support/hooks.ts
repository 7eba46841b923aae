// Checks the rules against the scenarios once, and opens a new studio for every scenario.
import { After, AfterAll, Before, BeforeAll, setDefaultTimeout } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { mismatches } from '../rules/coverage.js';
import { readPending, readRules, readTags } from '../rules/rules.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { pairedStudio } from './paired-studio.js';
import type { Playout } from './playout.js';
import { drivers } from './drivers.js';
import type { StudioWorld } from './world.js';

setDefaultTimeout(30_000);

BeforeAll(() => {
  const found = mismatches({ rules: readRules(), pending: readPending(), tags: readTags() });
  assert.deepEqual(found, [], 'rules and scenarios do not match');
});

// The first scenario may have to start containers or network namespaces.
Before({ timeout: 120_000 }, async function (this: StudioWorld, { pickle }) {
  const { driver, playout = 'simulated' } = this.parameters as { readonly driver: string; readonly playout?: Playout };
  const hasBackup = pickle.tags.some(({ name }) => name === '@backup-player');
  this.driver = await drivers.open(driver, playout, hasBackup ? pairedStudio : demoStudio);
});

After(async function (this: Partial<StudioWorld>) {
  // Without a driver if the scenario's start failed, which cucumber reports.
  await this.driver?.close();
});

AfterAll(async () => {
  await drivers.close();
});
