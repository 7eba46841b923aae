// Steps in which somebody calls the service.
import { When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import type { CallerPhrase, CallSpec } from '../support/phrases.js';
import type { StudioWorld } from '../support/world.js';

When('{caller} {deed}', async function (this: StudioWorld, caller: CallerPhrase, deed: CallSpec) {
  await this.call(caller, deed);
});

When(
  '{caller} {deed}, {int} times',
  async function (this: StudioWorld, caller: CallerPhrase, deed: CallSpec, times: number) {
    for (let time = 0; time < times; time += 1) await this.call(caller, deed);
  },
);

When(
  '{caller} {deed}, showing:',
  async function (this: StudioWorld, caller: CallerPhrase, deed: CallSpec, shown: DataTable) {
    await this.call(caller, deed, shown.raw());
  },
);

When('{caller} {deed} and waits', async function (this: StudioWorld, caller: CallerPhrase, deed: CallSpec) {
  await this.callAndWait(caller, deed);
});

When('{caller} {deed} and hangs up', async function (this: StudioWorld, caller: CallerPhrase, deed: CallSpec) {
  await this.callAndWait(caller, deed);
  await this.waiting.hangUp();
});
