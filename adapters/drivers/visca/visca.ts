// The driver of cameras that speak VISCA over IP. A connection is one camera.
import * as t from 'io-ts';
import { connectionDriver } from '../../../application/connections/connection-driver.js';

import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { headIssues, presetCameras, presetHead } from '../shared/preset-cameras.js';
import { ViscaCamera } from './camera.js';
import { defaultPort, discovery } from './discovery.js';
import { described } from '../../../domain/codec/codec.js';

/** The highest preset. 255 is none, because that byte ends a message. */
const maxPreset = 254;

/** Where the camera listens. */
const ViscaSettings = t.readonly(
  t.intersection([t.type({ host: PlayerHost }), t.partial({ port: described(Port, { default: defaultPort }) })]),
);

export const visca = connectionDriver({
  grade: 'basic',
  settings: ViscaSettings,
  head: presetHead(maxPreset),
  headIssues,
  discovery,
  open: ({ host, port = defaultPort }, attachments, deps) =>
    presetCameras(attachments, deps, (changed) => new ViscaCamera({ host, port }, deps, changed)),
});
