// What belongs to each feature, in a few words.
import type { Feature } from '../api/contract.js';

export const featureContents: Readonly<Record<Feature, string>> = {
  system: 'Health, the request log, actions, events and metrics. Without Read, health checks fail.',
  core: 'Version, uptime and connections of the service.',
  studio: 'On air and off air.',
  station: 'Which station holds the studio; taking and releasing it.',
  signals: 'Lamps, lines and locks: on, off, pulse.',
  macros: 'Running and stopping macros.',
  automations: 'Starting, pausing and stopping automations.',
  outputs: 'Clips and banks: what plays where.',
  cameras: 'Angles of the cameras.',
  variables: 'Values that scenes and automations use.',
  legacy: 'The earlier generation of the API. Also needs Allow legacy authorization.',
};
