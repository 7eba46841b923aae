// Section Refused callers: callers that were refused recently, and a way to allow one.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import type { RefusedCallerItem } from '../api/contract.js';
import { admittingEntry } from '../api/rules.js';
import { AddDevice } from '../devices/add-device.js';
import { useDevices } from '../devices/queries.js';
import { useSettings } from '../settings/queries.js';
import { useHasRoleIn } from '../session/session.js';
import type { SectionProps } from '../studio/sections.js';
import { AddressText } from '../ui/address.js';
import { Badge } from '../ui/badge.js';
import { Card, Empty } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { DialogButton } from '../ui/dialog-button.js';
import { Loaded, LoadFailure } from '../ui/loaded.js';
import { useNow } from '../ui/time.js';
import { ListAddress } from './list-address.js';
import { PairButton } from './pair-screen.js';
import { ReasonList } from './reason-list.js';
import { calledSince, canBeAdded, canBeListed, devicePath } from './reasons.js';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest } from '../api/change.js';
import { call, read } from '../api/client.js';
import { keys } from '../api/query-client.js';

/** Reads the callers that a studio's service refused recently, newest first. */
const useRefusedCallers = (id: string): UseQueryResult<readonly RefusedCallerItem[]> =>
  useQuery({
    queryKey: keys.section(id, 'refused'),
    queryFn: async () => (await read('refused.list', { params: { id } })).refusedCallers,
  });

/** Returns a function that clears the list. */
export const useClearCallers = (id: string): (() => Promise<unknown>) => {
  const change = useChangeRequest(keys.section(id, 'refused'));
  return () => change(() => call('refused.clear', { params: { id } }));
};

interface CallerProps {
  readonly studioId: string;
  readonly caller: RefusedCallerItem;
}

/** Returns what admits the address of a caller now; undefined for nothing. */
const useAdmitting = ({ studioId, caller }: CallerProps): ReturnType<typeof admittingEntry> => {
  const { data: settings } = useSettings(studioId, 'access');
  const now = useNow();
  return settings && admittingEntry(settings.value, caller.address, now);
};

/** Renders the device that has called since: not necessarily this caller, as several may share an address. */
const CalledSince = ({ studioId, caller }: CallerProps): ReactElement | null => {
  const { data: devices = [] } = useDevices(studioId);
  const device = calledSince(caller, devices);
  return device === undefined ? null : (
    <p>
      <Trans>A device at this address has called since: “{device.name}”.</Trans>
    </p>
  );
};

/** Renders what admits the caller now, or nothing. */
const Admitted = (props: CallerProps): ReactElement | null => {
  const admitting = useAdmitting(props);
  if (admitting === undefined || !canBeListed(props.caller)) return null;
  return (
    <p>
      <Badge tone="good">
        <Trans>Allowed now</Trans>
      </Badge>{' '}
      {admitting === 'whole_lan' ? t`By Whole LAN.` : t`By the listed entry ${admitting.address} (${admitting.label}).`}
    </p>
  );
};

const AddAsDevice = ({ studioId, caller: { address } }: CallerProps): ReactElement => (
  <DialogButton
    icon={<Plus size={16} aria-hidden />}
    aria-label={t`Add as device: ${address}`}
    dialog={(close) => <AddDevice studioId={studioId} onClose={close} />}
  >
    <Trans>Add as device</Trans>
  </DialogButton>
);

/** The codes of the screens that wait at an address. */
const codesOf = ({ reasons }: RefusedCallerItem): readonly string[] => reasons.flatMap(({ code }) => code ?? []);

/** A token is safer than an address, and an address that ends is safer than one that doesn't. */
const Help = (props: CallerProps): ReactElement => {
  const isAdmitted = useAdmitting(props) !== undefined;
  return (
    <>
      {codesOf(props.caller).map((code) => (
        <PairButton key={code} studioId={props.studioId} code={code} />
      ))}
      <AddAsDevice {...props} />
      {!isAdmitted && canBeListed(props.caller) && (
        <ListAddress studioId={props.studioId} address={props.caller.address} />
      )}
    </>
  );
};

const Action = ({ studioId, caller }: CallerProps): ReactElement =>
  canBeAdded(caller) ? (
    <Help studioId={studioId} caller={caller} />
  ) : (
    <Link
      href={devicePath(studioId, caller.reasons[0]?.device)}
      className="button quiet"
      aria-label={t`View devices for ${caller.address}`}
    >
      <Trans>View devices</Trans>
    </Link>
  );

const Caller = ({ mayChange, ...props }: CallerProps & { readonly mayChange: boolean }): ReactElement => (
  <li className="row">
    <div className="row-head">
      <div className="stack tight">
        <h3>
          <AddressText>{props.caller.address}</AddressText>
        </h3>
        <ReasonList {...props} />
        <CalledSince {...props} />
        <Admitted {...props} />
      </div>
      {mayChange && (
        <div className="row-actions">
          <Action {...props} />
        </div>
      )}
    </div>
  </li>
);

const Clear = ({ studioId }: { readonly studioId: string }): ReactElement => {
  const clearCallers = useClearCallers(studioId);
  const confirmation = {
    title: t`Clear the list?`,
    explanation: (
      <p>
        <Trans>Callers that are refused again reappear.</Trans>
      </p>
    ),
    confirm: t`Clear`,
    onConfirm: clearCallers,
  };
  return (
    <ConfirmButton confirmation={confirmation}>
      <Trans>Clear list</Trans>
    </ConfirmButton>
  );
};

export const CallersSection = ({ studio: { id } }: SectionProps): ReactElement => {
  const mayChange = useHasRoleIn(id, 'operator');
  const query = useRefusedCallers(id);
  const settings = useSettings(id, 'access');
  const isEmpty = (query.data ?? []).length === 0;
  return (
    <Card
      title={t`Recently refused callers`}
      explanation={t`Addresses without access, and devices whose calls were refused.`}
      actions={
        mayChange && (
          <>
            <PairButton studioId={id} code="" />
            {!isEmpty && <Clear studioId={id} />}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(callers) =>
          callers.length === 0 ? (
            <Empty>
              <Trans>No callers were refused recently.</Trans>
            </Empty>
          ) : (
            <>
              {mayChange && <LoadFailure queries={[settings]} />}
              <ul className="rows">
                {callers.map((caller) => (
                  <Caller key={caller.address} studioId={id} caller={caller} mayChange={mayChange} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Card>
  );
};
