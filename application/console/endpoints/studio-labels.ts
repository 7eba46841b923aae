// The labels of a studio, by which operators group studios.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { isEqual } from '../../../domain/codec/equality.js';
import { changedMeanwhile, studioNotFound } from '../../../domain/console/failure.js';
import { inStudio } from '../../../domain/console/requirement.js';
import { StoredStudioLabels, StudioLabels } from '../../../domain/console/studio.js';
import type { ConsoleServices } from '../console-services.js';
import { endpoint } from './endpoint.js';
import { stateTag } from './state-tag.js';
import { historyEntry, studioParameter } from './studio-access.js';
import { OneStudio, showWithVersion } from './studios.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret'>;

export const getLabels = endpoint({
  name: 'studio.labels.get',
  summary: 'Get the labels of a studio',
  intent: 'read',
  requires: inStudio('viewer'),
  tagged: true,
  path: '/studios/:id/labels',
  params: studioParameter,
  result: t.readonly(t.type({ labels: StoredStudioLabels })),
  run: async (ports: Ports, { id }) => {
    const [status] = await ports.store.syncStatuses([id]);
    if (status === undefined) return E.left(studioNotFound(id));
    const { labels } = status;
    return E.right({ value: { labels }, tag: stateTag(ports, labels) });
  },
});

const summaryOf = (labels: readonly string[]): string =>
  `labels now ${labels.length === 0 ? 'none' : labels.map((label) => `"${label}"`).join(', ')}`;

const showWithTag = async (ports: Ports, id: string, labels: readonly string[]): ReturnType<typeof showWithVersion> =>
  pipe(
    await showWithVersion(ports, id),
    E.map((shown) => ({ ...shown, tag: stateTag(ports, labels) })),
  );

export const labelStudioEndpoint = endpoint({
  name: 'studio.label',
  summary: 'Replace the labels of a studio, by which operators group studios',
  intent: 'replace',
  requires: inStudio('admin'),
  tagged: true,
  path: '/studios/:id/labels',
  params: studioParameter,
  body: t.readonly(t.type({ labels: StudioLabels })),
  result: OneStudio,
  run: async (ports: Ports, { id }, context, { labels }) => {
    const shown = (await ports.store.syncStatuses([id]))[0]?.labels;
    if (isEqual(shown, labels) && context.hasSeen(stateTag(ports, labels))) return showWithTag(ports, id, labels);
    const changed = await ports.store.changeLabels(id, (before) =>
      context.hasSeen(stateTag(ports, before))
        ? E.right({ labels, historyEntry: historyEntry(ports, context, summaryOf(labels)) })
        : E.left(changedMeanwhile),
    );
    if (changed === undefined) return E.left(studioNotFound(id));
    return E.isLeft(changed) ? changed : showWithTag(ports, id, changed.right);
  },
});

export const labelEndpoints = [getLabels, labelStudioEndpoint];
