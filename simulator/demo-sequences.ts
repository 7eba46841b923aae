// The demo studio's macros, of about three seconds each, and its automations.

const play = (output: string, scene: string, bank: string, clip: string) => ({ play: { output, scene, bank, clip } });
const recall = (camera: string, angle: string) => ({ recall: { camera, angle } });
const turn = (signal: string, on: boolean) => ({ switch: { signal, on } });
const wait = (waitMs: number) => ({ waitMs });

export const demoMacros = [
  {
    id: 'mac-1',
    name: 'Opening',
    steps: [
      recall('cam-2', 'wide'),
      play('out-2', 'left', 'news', 'opener'),
      wait(1_500),
      turn('sig-2', true),
      recall('cam-2', 'close'),
      play('out-2', 'right', 'news', 'headlines'),
      wait(1_400),
    ],
  },
  {
    id: 'mac-2',
    name: 'Closing',
    steps: [
      play('out-2', 'left', 'news', 'closer'),
      wait(1_500),
      turn('sig-2', false),
      recall('cam-2', 'wide'),
      play('out-2', 'right', 'music', 'bed'),
      wait(1_400),
    ],
  },
];

const everySecond = { everyMs: 1_000 };

export const demoAutomations = [
  {
    id: 'auto-1',
    station: 'alpha',
    name: 'Top of the hour',
    trigger: { minuteOfHour: 0 },
    steps: [turn('sig-1', true), play('out-1', 'full', 'news', 'opener'), wait(15_000), turn('sig-1', false)],
  },
  {
    id: 'auto-2',
    station: 'alpha',
    name: 'Night loop',
    trigger: everySecond,
    steps: [play('out-1', 'full', 'music', 'bed'), wait(180_000)],
  },
  {
    id: 'auto-11',
    station: 'bravo',
    name: 'Test card',
    trigger: everySecond,
    steps: [play('out-1', 'full', 'news', 'closer'), wait(20_000)],
  },
];
