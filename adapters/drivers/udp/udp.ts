// Texts in UDP datagrams, as small controllers take them. Templates specify them.
import * as t from 'io-ts';
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { field } from '../../../domain/codec/codec.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';
import { openDatagrams } from '../shared/templates/datagram-conversation.js';
import { templateText } from '../shared/templates/placeholders.js';
import { probeOf } from '../shared/templates/probe.js';
import { headSettings, lineSettings, playerSettings } from '../shared/templates/settings.js';
import { ReceivedText } from '../shared/templates/text-match.js';
import { escapeFor, textCodecs, textProtocol } from '../shared/templates/text-protocol.js';
import { encoding, escape, ignoreCase, localPort } from '../shared/templates/connection-fields.js';

const Settings = t.readonly(
  t.intersection([
    t.type({
      host: PlayerHost,
      port: Port,
      encoding,
      ignoreCase,
    }),
    t.partial({
      delimiter: field(t.string, 'What ends each message; nothing if left out'),
      localPort,
      escape,
      probe: probeOf(templateText([])),
    }),
  ]),
);

/** UDP: signals, cameras and simple players whose devices take texts in datagrams. */
export const udp = connectionDriver({
  grade: 'basic',
  settings: Settings,
  line: lineSettings(textCodecs),
  head: headSettings(textCodecs),
  player: playerSettings(textCodecs),
  open: ({ host, port, localPort, probe, encoding, ignoreCase, delimiter = '', escape }, attachments, deps) =>
    openDatagrams(
      {
        protocol: textProtocol(
          escapeFor(delimiter === '' ? undefined : delimiter, escape, encoding),
          encoding,
          ignoreCase,
        ),
        encode: (message) => Buffer.from(message + delimiter, encoding),
        decode: (datagram) => [new ReceivedText(datagram.toString(encoding).trim())],
      },
      { host, port, localPort, probe: probe && { out: probe.send, everyMs: probe.everyMs } },
      attachments,
      deps,
    ),
});
