// The media folder in the server's reply to `INFO PATHS`.
import type { Log } from '../../../application/ports/log.js';
import { readMediaFolder } from './info.js';
import type { AmcpReply } from './reply-reader.js';

/** Returns the prefix of the server's media paths; the empty text if the reply has none. Logs a reply that can't be parsed. */
export const folderIn = (reply: AmcpReply, log: Log, player: string): string => {
  try {
    return reply.code === 201 ? readMediaFolder(reply.data) : '';
  } catch (error) {
    log.warn('a player sent a reply that could not be parsed', { player, error });
    return '';
  }
};
