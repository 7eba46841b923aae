// Composes the editing of the studio file, which the settings allow or not.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { editingServer } from '../../adapters/http/editing/editing-server.js';
import { staticFiles } from '../../adapters/http/server/static-files.js';
import { replaceEdited } from '../../adapters/storage/edited-file.js';
import { equipmentSecrets } from '../../adapters/storage/equipment-secrets.js';
import { studioVersions } from '../../adapters/storage/studio-versions.js';
import type { Dispatch } from '../../application/api/dispatch.js';
import { draftPlans, type DraftPlanPorts } from '../../application/editing/draft-plan.js';
import { Equipment, type EquipmentDeps } from '../../application/editing/equipment.js';
import { StudioEditor, type StudioEditorDeps } from '../../application/editing/studio-editor.js';
import { recordTrials } from '../../application/editing/tried-record.js';
import { catalogue } from '../../application/operations/catalogue.js';
import type { ControlServices } from '../../application/operations/control-services.js';
import type { StudioFile } from '../../application/ports/studio-file.js';
import type { LayoutIntake } from '../../application/state/layout-intake.js';
import { builtPage, editingFolder } from '../machine/built-pages.js';
import { usableFolder } from '../machine/data-folder.js';
import { cannotListen, StartupError } from '../machine/startup-errors.js';
import { readSecretFile } from '../settings/secret-files.js';
import type { Settings } from '../settings/settings.js';
import { connectionDrivers } from './connection-drivers.js';
import { deviceTemplates } from '../studio-file/device-templates.js';
import { draftConnections } from '../studio-file/discovered-studio.js';
import { findEquipment } from '../studio-file/find-equipment.js';
import { editingSchema, formSchema } from '../studio-file/studio-schema.js';
import { readStudioSource, studioTexts } from '../studio-file/studio-file.js';

/** What editors use of the service. */
export type StudioEditingDeps = Pick<StudioEditorDeps, 'layout' | 'log' | 'audit'> &
  Pick<EquipmentDeps, 'clock' | 'devices' | 'states'> & {
    readonly intake: LayoutIntake;
    readonly devices: DraftPlanPorts;
    readonly dispatch: Dispatch<ControlServices>;
    readonly report: EquipmentDeps['report'];
    readonly testWebhook: EquipmentDeps['testWebhook'];
  };

/** Passes on calls to a dispatcher that is composed later. Calls wait for it. */
interface LaterDispatch {
  readonly dispatch: Dispatch<ControlServices>;
  readonly bind: (dispatch: Dispatch<ControlServices>) => void;
}

export const laterDispatch = (): LaterDispatch => {
  const { promise, resolve: bind } = Promise.withResolvers<Dispatch<ControlServices>>();
  return { dispatch: async (call) => (await promise)(call), bind };
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

const fileAt = (path: string): StudioFile => ({
  read: () => readStudioSource(path),
  write: (text) =>
    replaceEdited(path, text).then(E.right, (error: unknown) =>
      E.left(
        `can't be written (${codeOf(error)}): expected a file in a folder that the service may write to, got ${path}`,
      ),
    ),
});

/** Writes the file of an empty studio where editing is on and there is none yet. Rejects with a `StartupError` if it can't. */
export const provideStudioFile = async ({ STUDIO_EDITING, STUDIO_FILE }: Settings): Promise<void> => {
  if (STUDIO_EDITING === 'off' || STUDIO_FILE === undefined) return;
  const { text } = draftConnections([], [randomUUID(), randomUUID()]);
  await writeFile(STUDIO_FILE, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST')
      throw new StartupError(`STUDIO_FILE: ${STUDIO_FILE} can't be written (${codeOf(error)})`);
  });
};

/** Opens the editor of the studio file; undefined if editing is off. Rejects with a `StartupError` if there is no file. */
export const openStudioEditing = async (
  settings: Settings,
  deps: StudioEditingDeps,
): Promise<StudioEditor | undefined> => {
  const { STUDIO_EDITING, STUDIO_FILE, DATA_DIR } = settings;
  if (STUDIO_EDITING === 'off') return undefined;
  if (STUDIO_FILE === undefined)
    throw new StartupError('STUDIO_EDITING: expected STUDIO_FILE, the file that is edited');
  const folder = resolve(await usableFolder(DATA_DIR, 'service', deps.log));
  const editor = new StudioEditor({
    ...deps,
    file: fileAt(resolve(STUDIO_FILE)),
    texts: studioTexts,
    schema: editingSchema,
    versions: studioVersions({ folder: join(folder, 'studio-versions'), log: deps.log }),
    secrets: equipmentSecrets({ folder: join(folder, 'equipment-secrets'), id: randomUUID }),
    equipment: new Equipment({
      ...deps,
      find: findEquipment,
      templates: deviceTemplates,
      schemaOf: formSchema,
      table: connectionDrivers,
      readSecret: readSecretFile,
      tryRecord: recordTrials({ ...deps, operations: catalogue }),
    }),
    plan: draftPlans(deps.devices),
  });
  await editor.open();
  return editor;
};

/** A page that people at the host open. */
export interface EditingPage {
  /** What is printed once it is served. */
  readonly lines: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Stands for a service without the page. */
export const noEditingPage: EditingPage = { lines: [], stop: () => Promise.resolve() };

const thisMachine = '127.0.0.1';

/** How long requests may go on when the page ends, in milliseconds. */
const graceMs = 500;

/**
 * Serves the page at the host; none where calls of this machine are not trusted, because a proxy may pass on those of others.
 * Rejects with a `StartupError` if it can't listen.
 */
export const serveEditing = async (
  editor: StudioEditor,
  { STUDIO_EDITING_PORT: port, TRUST_LOOPBACK }: Settings,
  log: StudioEditingDeps['log'],
): Promise<EditingPage> => {
  if (TRUST_LOOPBACK === 'off') return noEditingPage;
  const page = await builtPage('page that edits the studio file', editingFolder, (folder) => staticFiles(folder));
  const server = editingServer({ editor, page, log });
  const bound = await server.listen(port, thisMachine).catch(cannotListen('STUDIO_EDITING_PORT', thisMachine, port));
  return {
    lines: [`studio     http://${thisMachine}:${String(bound.port)}`],
    stop: () => server.close(graceMs),
  };
};
