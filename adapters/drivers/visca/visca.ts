// The driver of cameras that speak VISCA, over IP or without the header of that. A connection is one camera.
import * as t from 'io-ts';
import { connectionDriver } from '../../../application/connections/connection-driver.js';

import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { headIssues, presetCameras, presetHead } from '../shared/preset-cameras.js';
import { ViscaCamera } from './camera.js';
import { discovery } from './discovery.js';
import { transports, type ViscaTransport } from './link.js';
import { field, oneOf } from '../../../domain/codec/codec.js';
import { withDefault } from '../../../domain/codec/with-default.js';

/** The highest preset. 255 is none, because that byte ends a message. */
const maxPreset = 254;

const transportNames = Object.keys(transports) as [ViscaTransport, ...ViscaTransport[]];

/** Where the camera listens. */
const ViscaSettings = t.readonly(
  t.intersection([
    t.type({
      host: PlayerHost,
      transport: field(
        withDefault(oneOf(...transportNames), 'udp'),
        'How messages reach the camera: VISCA over IP, its messages without the header in datagrams, or the same over TCP',
      ),
    }),
    t.partial({ port: field(Port, 'UDP or TCP port; 52381, 1259 with udp-raw or 5678 with tcp, if left out') }),
  ]),
);

export const visca = connectionDriver({
  grade: 'basic',
  settings: ViscaSettings,
  head: presetHead(maxPreset),
  headIssues,
  discovery,
  open: ({ host, transport, port = transports[transport] }, attachments, deps) =>
    presetCameras(attachments, deps, (changed) => new ViscaCamera(transport, { host, port }, deps, changed)),
});
