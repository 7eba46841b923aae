// Steps that steer the simulated studio, and check what its devices do.
import { Given, Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { dayMs } from '../../domain/time-units.js';
import type { ScenarioDevice, ScenarioFault } from '../support/driver.js';
import { backupOf } from '../support/phrases.js';
import type { StudioWorld } from '../support/world.js';

Given('the clock is stopped', function (this: StudioWorld) {
  this.clockRuns = false;
});

Given('{device} {fault}', async function (this: StudioWorld, device: ScenarioDevice, fault: ScenarioFault) {
  await this.driver.studio.injectFault(device, fault);
});

When(/^(\d+) ms pass(?:es)?$/, async function (this: StudioWorld, ms: string) {
  await this.driver.studio.advance(Number(ms));
});

When(/^(\d+) ms pass (\d+) times$/, async function (this: StudioWorld, ms: string, times: string) {
  for (let done = 0; done < Number(times); done += 1) await this.driver.studio.advance(Number(ms));
});

const unitsMs: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000 };

/** The largest clock step, in milliseconds. */

When(/^(\d+) (second|minute|hour)s? pass(?:es)?$/, async function (this: StudioWorld, count: string, unit: string) {
  let leftMs = Number(count) * (unitsMs[unit] ?? NaN);
  for (; leftMs > dayMs; leftMs -= dayMs) await this.driver.studio.advance(dayMs);
  await this.driver.studio.advance(leftMs);
});

const checkPlaying = async (
  world: StudioWorld,
  slot: string,
  scene: string | undefined,
  clip: string | null,
  bank: string | null,
) => {
  assert.deepEqual(await world.driver.studio.playing(slot, scene), { clip, bank });
};

Then(
  '{word} plays the clip {word} of the bank {word}',
  async function (this: StudioWorld, slot: string, clip: string, bank: string) {
    await checkPlaying(this, slot, undefined, clip, bank);
  },
);

Then(
  'the scene {word} of {word} plays the clip {word} of the bank {word}',
  async function (this: StudioWorld, scene: string, slot: string, clip: string, bank: string) {
    await checkPlaying(this, slot, scene, clip, bank);
  },
);

Then(
  'the backup of {word} plays the clip {word} of the bank {word}',
  async function (this: StudioWorld, slot: string, clip: string, bank: string) {
    await checkPlaying(this, backupOf(slot), undefined, clip, bank);
  },
);

Then('nothing plays on the backup of {word}', async function (this: StudioWorld, slot: string) {
  await checkPlaying(this, backupOf(slot), undefined, null, null);
});

Then('nothing plays on {word}', async function (this: StudioWorld, slot: string) {
  await checkPlaying(this, slot, undefined, null, null);
});

Then('nothing plays in the scene {word} of {word}', async function (this: StudioWorld, scene: string, slot: string) {
  await checkPlaying(this, slot, scene, null, null);
});

const checkGraphic = async (
  world: StudioWorld,
  slot: string,
  scene: string | undefined,
  expected: { readonly template: string; readonly texts: Readonly<Record<string, string>> } | null,
) => {
  assert.deepEqual(await world.driver.studio.graphic(slot, scene), expected);
};

Then(
  '{word} shows the graphic {word} with:',
  async function (this: StudioWorld, slot: string, template: string, table: DataTable) {
    await checkGraphic(this, slot, undefined, { template, texts: table.rowsHash() });
  },
);

Then(
  'the scene {word} of {word} shows the graphic {word} with:',
  async function (this: StudioWorld, scene: string, slot: string, template: string, table: DataTable) {
    await checkGraphic(this, slot, scene, { template, texts: table.rowsHash() });
  },
);

Then(
  'the graphic of {word} shows the response body in {word}',
  async function (this: StudioWorld, slot: string, field: string) {
    const { body } = await this.answer();
    assert.equal((await this.driver.studio.graphic(slot))?.texts[field], body);
  },
);

Then('no graphic is shown on {word}', async function (this: StudioWorld, slot: string) {
  await checkGraphic(this, slot, undefined, null);
});

Then(
  'no graphic is shown in the scene {word} of {word}',
  async function (this: StudioWorld, scene: string, slot: string) {
    await checkGraphic(this, slot, scene, null);
  },
);

Then(/^the signal (\S+) is (on|off)$/, async function (this: StudioWorld, signal: string, state: string) {
  assert.equal(await this.driver.studio.isOn(signal), state === 'on');
});

Then('no command is sent to any device', async function (this: StudioWorld) {
  assert.deepEqual(await this.driver.studio.commands(), []);
});

type CommandType =
  | 'play'
  | 'stop'
  | 'cue'
  | 'take'
  | 'pause'
  | 'resume'
  | 'seek'
  | 'recall'
  | 'switch'
  | 'showGraphic'
  | 'updateGraphic'
  | 'hideGraphic';

interface SentCommand {
  readonly type: CommandType;
  readonly scene: string;
  readonly scenes: readonly string[];
  readonly cue: { readonly bank: string; readonly clip: { readonly key: string } };
  readonly positionMs: number;
  readonly angle: string;
  readonly on: boolean;
  readonly texts: Readonly<Record<string, string>>;
}

const textsOf = ({ texts }: SentCommand): string =>
  Object.entries(texts)
    .map(([field, text]) => `${field}=${text}`)
    .join(', ');

const describe: Readonly<Record<CommandType, (command: SentCommand) => string>> = {
  play: ({ scene, cue: { bank, clip } }) => `plays ${clip.key} of ${bank} in ${scene}`,
  stop: ({ scenes }) => `stops ${scenes.join(' and ')}`,
  cue: ({ scene, cue: { bank, clip } }) => `cues ${clip.key} of ${bank} in ${scene}`,
  take: ({ scene }) => `takes the cued clip in ${scene}`,
  pause: ({ scene }) => `pauses ${scene}`,
  resume: ({ scene }) => `resumes ${scene}`,
  seek: ({ scene, positionMs }) => `seeks ${scene} to ${String(positionMs)} ms`,
  recall: ({ angle }) => `recalls ${angle}`,
  switch: ({ on }) => `switches ${on ? 'on' : 'off'}`,
  showGraphic: (command) => `shows the graphic of ${command.scene} with ${textsOf(command)}`,
  updateGraphic: (command) => `updates the graphic of ${command.scene} with ${textsOf(command)}`,
  hideGraphic: ({ scene }) => `hides the graphic of ${scene}`,
};

/** Formats a line of the command log as a feature file writes it: `out-1 plays opener of news in full`. */
const formatCommand = (line: string): string => {
  const [device = ''] = line.split(' ', 1);
  const command = JSON.parse(line.slice(device.length)) as SentCommand;
  return `${device} ${describe[command.type](command)}`;
};

Then('these commands were sent, in this order:', async function (this: StudioWorld, table: DataTable) {
  const expected = table.raw().map(([command = '']) => command);
  assert.deepEqual((await this.driver.studio.commands()).map(formatCommand), expected);
});

Then(/^(\d+) commands? (?:was|were) sent$/, async function (this: StudioWorld, count: string) {
  assert.equal((await this.driver.studio.commands()).length, Number(count));
});
