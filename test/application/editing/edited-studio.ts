// A studio file that tests edit, in a folder of its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { disk, type DiskOperations } from '../../../adapters/storage/durable-files.js';
import { replaceEdited } from '../../../adapters/storage/edited-file.js';
import { equipmentSecrets } from '../../../adapters/storage/equipment-secrets.js';
import { studioVersions } from '../../../adapters/storage/studio-versions.js';
import { failure } from '../../../domain/failure.js';
import type { Change, EditingRequest } from '../../../application/editing/requests.js';
import { StudioEditor, type Editor, type StudioEditorDeps } from '../../../application/editing/studio-editor.js';
import { readStudioSource, studioTexts } from '../../../infra/studio-file/studio-file.js';
import { editingSchema } from '../../../infra/studio-file/studio-schema.js';
import { manualClock } from '../../../simulator/clock.js';
import { memoryLog } from '../console/readable-log.js';

/** The file. */
export const studio = `# The studio of the morning show.
serverId: server-of-the-studio
id: studio-of-the-show
name: 'Morning'
status: off_air
holder: null
stations: []
variables: []
macros: []
automations: []
outputs: []
banks: [{ key: news, name: News, clips: [] }]
activeBank: news
connections:
  - id: relay # in the rack
    protocol: http
    host: 192.0.2.1
    headers: { X-Key: swordfish }
    username: studio
    passwordFile: /etc/studio/relay
signals:
  # Above the door.
  - { id: red, identifier: red, name: Red light }
cameras: []
`;

/** Somebody at the console. */
export const operator: Editor = { name: 'operator:anna', isHost: false };
/** Somebody at the host. */
export const host: Editor = { name: 'host', isHost: true };

/** An open editor, and what it has brought about. */
export interface OpenEditor {
  readonly path: string;
  readonly editor: StudioEditor;
  /** Asks as somebody at the console. Rejects with the message of a failure. */
  readonly ask: <A>(request: EditingRequest, who?: Editor) => Promise<A>;
  readonly offered: readonly unknown[];
  readonly audited: readonly object[];
}

/** No equipment. */
const noEquipment: StudioEditorDeps['equipment'] = {
  ask: () => Promise.reject(new Error('expected no question about equipment')),
  test: () => Promise.reject(new Error('expected no test')),
  testWebhook: () => Promise.reject(new Error('expected no test of a webhook')),
  stop: () => undefined,
};

/** Opens an editor of the file `studio.yaml` in a folder. What it keeps stands beside the file. */
export const openEditor = async (
  folder: string,
  operations: DiskOperations = disk,
  equipment = noEquipment,
): Promise<OpenEditor> => {
  const path = join(folder, 'studio.yaml');
  const offered: unknown[] = [];
  const audited: object[] = [];
  const log = memoryLog();
  const inForce = existsSync(path) ? readFileSync(path, 'utf8') : studio;
  let id = readdirSync(folder).length;
  const editor = new StudioEditor({
    file: {
      read: () => readStudioSource(path),
      write: (text) => replaceEdited(path, text, operations).then(E.right, () => E.left("can't be written")),
    },
    texts: studioTexts,
    schema: editingSchema,
    versions: studioVersions({ folder: join(folder, 'versions'), log, operations }),
    secrets: equipmentSecrets({ folder: join(folder, 'secrets'), id: () => String((id += 1)), operations }),
    intake: { offer: (read) => (offered.push(read), 'in force'), fixedIssues: () => [] },
    layout: () => {
      const layout = studioTexts.check(inForce);
      if (E.isLeft(layout)) throw new Error(JSON.stringify(layout.left));
      return layout.right;
    },
    clock: manualClock(),
    equipment,
    plan: () => E.left(failure('not_found', 'nothing is planned here')),
    log,
    audit: { record: (event) => void audited.push(event), recordRefusal: (event) => void audited.push(event) },
  });
  await editor.open();
  const ask = async <A>(request: EditingRequest, who = operator): Promise<A> => {
    const answer = await editor.ask(request, who);
    if (E.isLeft(answer)) throw new Error(answer.left.message);
    return answer.right as A;
  };
  return { path, editor, ask, offered, audited };
};

/** Asks for the file. */
export const read = { ask: 'read' } as const;

/** Asks to save a change. */
export const save = (base: number, change: Change): EditingRequest => ({ ask: 'save', base, change });
