// The cells of one device in the table.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { DeviceOverview } from '../api/contract.js';
import { AddressText } from '../ui/address.js';
import { DateOnly, RelativeTime } from '../ui/time.js';
import { DeviceActions, type DeviceProps } from './device-actions.js';
import { AnswerBadge, TokenBadge, UsageBadge } from './device-badges.js';
import { OldTokenNotice } from './old-token.js';
import { accessLabel, limitsLabel } from './labels.js';

interface OneDevice {
  readonly device: DeviceOverview;
}

const Cell = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement => (
  <div role="cell" className={`device-cell ${name}`}>
    {children}
  </div>
);

const Name = ({ device: { name, station, fixedAddress } }: OneDevice): ReactElement => (
  <div role="rowheader" className="device-cell name">
    <h3>{name}</h3>
    {station !== null && (
      <span className="hint">
        <Trans>
          Station <span>{station}</span>
        </Trans>
      </span>
    )}
    {fixedAddress !== null && (
      <span className="hint">
        <Trans>
          Only from <AddressText>{fixedAddress}</AddressText>
        </Trans>
      </span>
    )}
  </div>
);

const Access = ({ device }: OneDevice): ReactElement => (
  <Cell name="access">
    {accessLabel(device.access)} <span className="hint">{limitsLabel(device)}</span>
  </Cell>
);

const Token = ({ device }: OneDevice): ReactElement => (
  <Cell name="token">
    <TokenBadge {...device} />{' '}
    {device.tokenState === 'active' && device.expiresAt !== null && (
      <span className="hint">
        <Trans>
          Until <DateOnly time={device.expiresAt} />
        </Trans>
      </span>
    )}
  </Cell>
);

const Caller = ({ lastCall }: Pick<DeviceOverview, 'lastCall'>): ReactElement | null =>
  lastCall && (
    <Trans>
      <RelativeTime time={lastCall.time} />{' '}
      <span className="hint">
        from <AddressText>{lastCall.address}</AddressText>
      </span>
    </Trans>
  );

const LastCall = ({ device }: OneDevice): ReactElement => (
  <Cell name="last-call">
    <Caller lastCall={device.lastCall} /> <UsageBadge {...device} />
    {device.lastCall === null && device.tokenState === 'revoked' && t`Never`}
  </Cell>
);

const Answer = ({ device: { lastCall } }: OneDevice): ReactElement => (
  <Cell name="answer">{lastCall?.answer && <AnswerBadge {...lastCall.answer} />}</Cell>
);

const Selection = ({ device: { name }, isSelected, onSelect }: OneDevice & SelectionProps): ReactElement => (
  <Cell name="select">
    <input
      type="checkbox"
      className="check"
      aria-label={t`Select ${name}`}
      checked={isSelected}
      onChange={(event) => {
        onSelect(event.target.checked);
      }}
    />
  </Cell>
);

interface SelectionProps {
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

/** Props of a row. */
export interface DeviceRowProps extends DeviceProps, SelectionProps {
  readonly mayChange: boolean;
}

/** Renders the cells. */
export const DeviceRow = ({ isSelected, onSelect, ...row }: DeviceRowProps): ReactElement => (
  <>
    {row.mayChange && <Selection device={row.device} isSelected={isSelected} onSelect={onSelect} />}
    <Name device={row.device} />
    <Access device={row.device} />
    <Token device={row.device} />
    <LastCall device={row.device} />
    <Answer device={row.device} />
    <Cell name="device-actions">
      <DeviceActions {...row} />
    </Cell>
    {row.device.oldToken?.state === 'active' && (
      <Cell name="old-token">
        <OldTokenNotice {...row} />
      </Cell>
    )}
  </>
);
