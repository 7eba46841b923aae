// The clips that players have, for editors: as the equipment lists them.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { DriverTable } from '../connections/connection-driver.js';
import type { ListedMedia } from './answers.js';
import type { MediaRequest } from './requests.js';

/** The most clips of an answer. */
const maxClips = 5_000;

const withoutClips = (reason: string): ListedMedia => ({ clips: [], reason });

/** Returns the clips of a connection in a layout, or of the one to which an output is attached. */
export const listedMedia = async (
  table: DriverTable,
  { connections = [], outputs }: StudioLayout,
  { connection, output }: MediaRequest,
): Promise<E.Either<Failure, ListedMedia>> => {
  const id = connection ?? outputs.find((one) => one.id === output)?.player?.connection;
  const found = connections.find((one) => one.id === id);
  if (found === undefined) return E.left(failure('not_found', 'there is no such connection, or the output has none'));
  const { id: _, protocol, ...settings } = found;
  const list = table[protocol]?.media;
  if (list === undefined) return E.right(withoutClips("this equipment doesn't list its clips"));
  const listed = await list(settings);
  if (E.isLeft(listed)) return E.right(withoutClips(`the equipment ${listed.left}`));
  const clips = listed.right.slice(0, maxClips);
  const isCut = clips.length < listed.right.length;
  return E.right({ clips, reason: isCut ? `only the first ${String(maxClips)} clips are listed` : null });
};
