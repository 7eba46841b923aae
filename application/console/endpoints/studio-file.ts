// The studio file of a studio, which its service shows and changes if its host allows that.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { shownText } from '../../../domain/access/shown-text.js';
import { described } from '../../../domain/codec/codec.js';
import { fieldOf, listIn } from '../../../domain/codec/unchecked.js';
import { studioNotFound } from '../../../domain/console/failure.js';
import { inStudio } from '../../../domain/console/requirement.js';
import { maxAskLength, type Answered } from '../../../domain/console/studio-ask.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { Asked, readEditingRequest, type EditingRequest } from '../../editing/requests.js';
import type { StudioSyncStatus } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';
import { noAnswer, nobody, type StudioAsks } from '../sync/studio-asks.js';
import { endpoint, type EndpointContext } from './endpoint.js';
import { historyEntry, studioParameter } from './studio-access.js';

/** The services of the endpoint. */
export interface StudioFilePorts extends Pick<ConsoleServices, 'store' | 'clock' | 'log'> {
  readonly asks: StudioAsks;
}

/** The requests that change nothing. One that this list doesn't have is recorded. */
const reads: ReadonlySet<string> = new Set(
  'read check schema versions version find templates expand state report media plan'.split(' '),
);

const notAllowed = failure('conflict', 'the host of this studio does not allow editing (STUDIO_EDITING)');
const tooOld = failure('conflict', 'the service of this studio is too old: its studio file is edited at its host');

/** Returns why no stream to the service was found. */
const unanswered = ({ connected, service }: StudioSyncStatus): Failure => {
  if (!connected || service?.editing === true) return nobody;
  return service?.editing === false ? notAllowed : tooOld;
};

/** The most changes, and the longest one in characters, that are recorded of an answer: the service may be faulty. */
const maxChanges = 50;
const maxChangeLength = 200;

const changesIn = (answer: object): string => {
  const changes = listIn(answer, 'changes').filter((change) => typeof change === 'string');
  const shown = changes.slice(0, maxChanges).map((change) => shownText(change, maxChangeLength));
  const further = changes.length - shown.length;
  return [...shown, ...(further > 0 ? [`and ${String(further)} more changes`] : [])].join('; ');
};

/** Returns what was asked for, in words. */
const askedFor = (request: EditingRequest): string => {
  if (request.ask === 'try')
    return `tried the ${request.kind} ${shownText(request.id, maxChangeLength)}: ${request.action}`;
  if (request.ask === 'test') return `tested the connection ${shownText(request.connection, maxChangeLength)}`;
  if (request.ask === 'testWebhook') return `tested the webhook ${shownText(request.webhook, maxChangeLength)}`;
  if (request.ask === 'restore') return `restored version ${String(request.version)} of the studio file`;
  return request.ask === 'save' ? 'saved the studio file' : `${request.ask} of the studio file`;
};

/** Returns what was done, in words; undefined if nothing was. Neither the file nor a secret is part of it. */
const summaryOf = (request: EditingRequest, answered: Answered): string | undefined => {
  const what = askedFor(request);
  if (E.isLeft(answered))
    return answered.left === noAnswer ? `${what}: the service has not answered in time` : undefined;
  const result = fieldOf(answered.right, 'result');
  if (result === 'refused' || result === 'outdated') return undefined;
  return result === 'saved' ? `${what}: ${changesIn(answered.right) || 'no value has changed'}` : what;
};

/** Records a change, which the service has made already. */
const record = async (
  ports: StudioFilePorts,
  studioId: string,
  context: EndpointContext,
  summary: string,
): Promise<void> => {
  const entry = historyEntry(ports, context, summary);
  await ports.store.recordChange(studioId, entry).catch((error: unknown) => {
    const reason = (error as Error).message;
    ports.log.warn('a change of a studio file could not be written to the history', { studio: studioId, reason });
  });
};

/** The body, which each request adds fields to. */
const Body = described(Asked, {
  description: 'A request of an editor: its name, and its fields beside that',
}) as unknown as t.Type<EditingRequest, unknown>;

export const editStudioFile = endpoint({
  name: 'studio.edit',
  summary: 'Read or change the studio file of a studio. Its host must allow it, and its service must be connected',
  intent: 'act',
  requires: inStudio('admin'),
  rechecks: true,
  maxBytes: maxAskLength,
  path: '/studios/:id/studio-file',
  params: studioParameter,
  body: Body,
  parse: readEditingRequest,
  result: t.UnknownRecord,
  run: async (ports: StudioFilePorts, { id }, context, request) => {
    const isRead = reads.has(request.ask);
    if (isRead) context.readsOnly?.();
    const [status] = await ports.store.syncStatuses([id]);
    if (status === undefined) return E.left(studioNotFound(id));
    const asked = { studioId: id, operator: context.operator.username, about: 'editing', request } as const;
    const answered = await ports.asks.ask(asked);
    const summary = isRead ? undefined : summaryOf(request, answered);
    if (summary !== undefined) await record(ports, id, context, summary);
    if (E.isLeft(answered)) return E.left(answered.left === nobody ? unanswered(status) : answered.left);
    return E.right({ value: { ...answered.right }, version: status.desiredVersion });
  },
});
