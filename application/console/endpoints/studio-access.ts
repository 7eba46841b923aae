// What all endpoints of one studio share: finding it, changing its configuration, and noting who did what.
import * as E from 'fp-ts/lib/Either.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { summarize } from '../../../domain/console/change-summary.js';
import { changedMeanwhile, type ConsoleFailure } from '../../../domain/console/failure.js';
import { revise } from '../../../domain/console/revision.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { someText } from '../../api/parameters.js';
import type { EndpointContext } from './endpoint.js';
import type { ConfigurationChange, HistoryEntry, ChangedSection, StudioEntry } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';

/** The path parameter of a studio's endpoints. */
export const studioParameter = { id: someText };

/** That there is no such studio. */
export const noStudio = (id: string): Failure => failure('not_found', `there is no studio "${id}"`);

/** Finds a studio's entry. */
export const findStudio = async (
  { store }: Pick<ConsoleServices, 'store'>,
  id: string,
): Promise<E.Either<Failure, StudioEntry>> => E.fromNullable(noStudio(id))(await store.studio(id));

type By = Pick<EndpointContext, 'operator' | 'action'>;

/** Writes down who did what. A name may be anything at all, a token too: that one is hidden. */
export const historyEntry = (
  { clock }: Pick<ConsoleServices, 'clock'>,
  { operator, action }: By,
  summary: string,
): HistoryEntry => ({
  time: clock.now(),
  operator: operator.username,
  action,
  summary: redactTokens(summary),
});

/** A change of one section of a configuration. */
export interface SectionChange {
  readonly section: ChangedSection;
  /** The tag of what is changed; `undefined` where it isn't there. */
  readonly tag?: (configuration: AccessConfiguration) => string | undefined;
  /** Must be pure. */
  readonly to: (configuration: AccessConfiguration) => E.Either<Failure, AccessConfiguration>;
}

const hasSeen = ({ hasSeen: seen }: EndpointContext, tag: string | undefined): boolean =>
  tag === undefined || seen(tag);

/** Changes a studio's configuration, unless what is changed isn't any more what the caller has seen. */
export const changeStudio = async (
  ports: Pick<ConsoleServices, 'store' | 'clock'>,
  id: string,
  asking: EndpointContext,
  { section, tag, to }: SectionChange,
): Promise<E.Either<ConsoleFailure, AccessConfiguration>> => {
  const change: ConfigurationChange = ({ configuration: before, appliedVersion }) =>
    hasSeen(asking, tag?.(before))
      ? E.map((after: AccessConfiguration) => ({
          configuration: revise(before, after, appliedVersion),
          section,
          note: historyEntry(ports, asking, summarize(before, after)),
        }))(to(before))
      : E.left(changedMeanwhile);
  return (await ports.store.change(id, change)) ?? E.left(noStudio(id));
};
