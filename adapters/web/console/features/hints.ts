// Short explanations of the features.
import type { Feature } from '../api/contract.js';

export const featureHints: Readonly<Record<Feature, string>> = {
  system: 'Health, request log, actions, events and metrics. Health checks fail while Read is off.',
  core: 'Version, uptime and connections of the service.',
  studio: 'On air and off air.',
  station: 'Which station holds the studio. Take and release it.',
  signals: 'Lamps, lines and locks: on, off, pulse.',
  macros: 'Run and stop macros.',
  automations: 'Start, pause and stop automations.',
  outputs: 'Clips and banks: play and stop.',
  cameras: 'Camera angles.',
  variables: 'Values that scenes and automations use.',
  legacy: 'The legacy routes. Also needs “Allow legacy authorization”.',
};
