// Types of the console's management API, as the application declares them.
import type { ResultOf } from '../../../../application/console/calls.js';
import type { HistoryEntryOverview } from '../../../../application/console/endpoints/history-overview.js';
import type { FeedMessage } from '../../../../application/console/changes/feed-messages.js';
import type { WatchRelays } from '../../../../application/console/sync/watch-relay.js';
import type { WatchTopic } from '../../../../domain/console/service-sends.js';
import type { Restoration } from '../../../../application/console/endpoints/restore.js';

export type { BodyOf, ParametersOf, ResultOf } from '../../../../application/console/calls.js';
export type {
  ObservedCall as ObservedCallItem,
  ObservedCalls as ObservedCallsItem,
} from '../../../../domain/access/observed-call.js';
export type { LiveEntry as LiveEntryItem, LiveState as LiveStateItem } from '../../../../domain/console/live-state.js';
export type { CallAnswer } from '../../../../domain/access/report.js';
export type { AccessSettings, FeatureSwitches } from '../../../../domain/access/configuration.js';
export type {
  OperatorAccount,
  OperatorOverview as Operator,
  Role,
  StudioRoles,
} from '../../../../domain/console/operator.js';
export type { SessionOperator } from '../../../../application/console/sign-in/session-overview.js';
export type { RecoveryCodes, SecondFactorOffer } from '../../../../application/console/sign-in/own-second-factor.js';
export type { PanelTargetsOverview as PanelTargets } from '../../../../domain/console/panel-targets.js';
export type { ChangedField, DeviceValue, FieldValue } from '../../../../domain/console/changed-fields.js';
export { type HistorySection } from '../../../../domain/console/history-section.js';
export type { RestoreScope } from '../../../../domain/console/restoration.js';
export type { DeviceSettings } from '../../../../domain/devices/device.js';
export type { Feature } from '../../../../domain/feature.js';
export type { RefusedCallerOverview as RefusedCallerItem } from '../../../../application/console/endpoints/refused-callers.js';
export type { FirstSteps } from '../../../../application/console/endpoints/first-steps.js';
export type { DeviceOverview } from '../../../../application/console/endpoints/device-overview.js';
export type { ApiTokenOverview } from '../../../../application/console/endpoints/api-tokens.js';
export type { WebhookOverview } from '../../../../application/console/endpoints/webhooks.js';
export type { SessionOverview } from '../../../../application/console/endpoints/sessions.js';
export type { FoundRecords } from '../../../../application/console/find/studio-records.js';
export type { StudioRecord } from '../../../../application/console/find/studio-record.js';
export type { StudioOverview } from '../../../../application/console/endpoints/studios.js';

/** An event of the change feed. */
export type FeedEvent = FeedMessage['event'];

/** The data of an event of the change feed. */
export type FeedData<Event extends FeedEvent> = Extract<FeedMessage, { readonly event: Event }>['data'];

/** What the stream of a topic sends. */
export type WatchedData<Topic extends WatchTopic> = Parameters<WatchRelays[Topic]['receive']>[1];

/** One entry of the history. */
export type HistoryItem = HistoryEntryOverview;

/** What restoring the settings before a change changes. */
export type RestorationItem = Restoration;

/** A removed studio whose history is kept. */
export type RemovedStudio = ResultOf<'studio.removed.list'>['removedStudios'][number];

/** A service that the console refused recently. */
export type RefusedServiceItem = ResultOf<'refused-service.list'>['refusedServices'][number];

/** A page of the as-run log. */
export type AsRunPageItem = ResultOf<'as-run.list'>;

/** An entry of the as-run log, or lines that were lost. */
export type AsRunItem = AsRunPageItem['entries'][number];

/** A record of the studio file, by which the as-run log shows names. */
export type AsRunRecordItem = AsRunPageItem['records'][number];
