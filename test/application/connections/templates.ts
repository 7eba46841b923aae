// A template of a device that tests read and expand.
import * as E from 'fp-ts/lib/Either.js';
import { readTemplate, type DeviceTemplate } from '../../../application/connections/device-template.js';

/** A relay that can be switched, and a camera. */
export const relay = {
  id: 'relay-box',
  vendor: 'Some maker',
  models: ['Relay box'],
  protocol: 'http',
  tested: 'document',
  recognized: ['the Relay box'],
  connection: { port: '{port}', username: '{user}', headerFiles: { token: '{user}' } },
  parameters: {
    port: { title: 'Port', kind: 'integer', from: 1, to: 9000, example: 80 },
    user: { title: 'User', kind: 'text', example: 'admin', optional: true },
  },
  lines: [
    {
      name: 'Relay',
      parameters: { relay: { title: 'Relay', kind: 'integer', from: 1, to: 8, digits: 2, example: 3 } },
      settings: { on: '/on/{relay}', coil: '{relay-1}', list: ['{relay+10}'] },
    },
  ],
  heads: [
    {
      name: 'Camera',
      settings: { recall: '/go/{preset}' },
      each: {
        field: 'presets',
        is: '{position}',
        parameters: { position: { title: 'Preset', kind: 'integer', from: 0, to: 9, example: 1 } },
      },
    },
  ],
  sources: [{ title: 'Manual', url: 'https://example.org/manual' }],
};

/** The same, as the codec reads it. */
export const relayTemplate = E.getOrElse((issues): DeviceTemplate => {
  throw new Error(JSON.stringify(issues));
})(readTemplate(relay));
