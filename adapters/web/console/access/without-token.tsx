// Who gets in without a token: nobody, listed addresses, or the whole network of the studio.
import type { ReactElement } from 'react';
import type { AccessSettings } from '../api/contract.js';
import type { Fields } from '../settings/section.js';
import { Card } from '../ui/card.js';
import { OneOf, type Option as OneOfOption } from '../ui/one-of.js';
import { Notice } from '../ui/notice.js';
import { ListedDevices } from './listed-devices.js';

type AccessOption = AccessSettings['accessWithoutToken'];

const options: readonly OneOfOption<AccessOption>[] = [
  { value: 'off', label: 'Off', explanation: 'Nobody. Every caller but the host itself needs a device token.' },
  {
    value: 'listed',
    label: 'Listed devices',
    explanation: 'Callers whose address is on the list below. Whoever takes such an address gets in too.',
  },
  {
    value: 'whole_lan',
    label: 'Whole LAN',
    explanation:
      'Every private address: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, fc00::/7 and fe80::/10.',
  },
];

/** The name of an option. */
export const tokenFreeName = (option: AccessOption): string =>
  options.find(({ value }) => value === option)?.label ?? option;

const warningOf = ({ accessWithoutToken, listedDevices }: AccessSettings): string | undefined => {
  if (accessWithoutToken === 'whole_lan')
    return 'Anybody on the studio’s network, guests and their phones included, can read and control every feature that is switched on.';
  if (accessWithoutToken === 'listed' && listedDevices.length === 0)
    return 'The list is empty, so nobody gets in without a token yet.';
  return undefined;
};

export const WithoutToken = (fields: Fields<AccessSettings>): ReactElement => {
  const { value, onChange, isDisabled } = fields;
  const warning = warningOf(value);
  return (
    <Card
      title="Access without a token"
      explanation="Who is let in this way may read and control every feature that is switched on."
    >
      <OneOf
        label="Who gets in without a token"
        isLabelUnseen
        value={value.accessWithoutToken}
        choices={options}
        isDisabled={isDisabled}
        onChange={(accessWithoutToken) => {
          onChange({ ...value, accessWithoutToken });
        }}
      />
      {warning !== undefined && <Notice kind="warn">{warning}</Notice>}
      {value.accessWithoutToken !== 'whole_lan' && <ListedDevices {...fields} />}
    </Card>
  );
};
