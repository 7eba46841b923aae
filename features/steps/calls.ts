// Steps that call the service.
import { When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import type { CallerPhrase, CallSpec } from '../support/phrases.js';
import type { StudioWorld } from '../support/world.js';

When('{caller} {call}', async function (this: StudioWorld, caller: CallerPhrase, call: CallSpec) {
  await this.call(caller, call);
});

When(
  '{caller} {call}, {int} times',
  async function (this: StudioWorld, caller: CallerPhrase, call: CallSpec, times: number) {
    for (let time = 0; time < times; time += 1) await this.call(caller, call);
  },
);

When(
  '{caller} {call} with:',
  async function (this: StudioWorld, caller: CallerPhrase, call: CallSpec, rows: DataTable) {
    await this.call(caller, call, rows.raw());
  },
);

When(
  '{caller} {call}, {int} times, with:',
  async function (this: StudioWorld, caller: CallerPhrase, call: CallSpec, times: number, rows: DataTable) {
    for (let time = 0; time < times; time += 1) await this.call(caller, call, rows.raw());
  },
);

When('{caller} {call} and waits', async function (this: StudioWorld, caller: CallerPhrase, call: CallSpec) {
  await this.callAndWait(caller, call);
});

When('{caller} {call} and disconnects', async function (this: StudioWorld, caller: CallerPhrase, call: CallSpec) {
  await this.callAndWait(caller, call);
  await this.pending.disconnect();
});
