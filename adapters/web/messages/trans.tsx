// A text with elements in it, in the language of the page.
import { TransNoContext, type TransProps } from '@lingui/react/server';
import type { ReactElement } from 'react';
import { i18n } from './i18n.js';

type Values = NonNullable<TransProps['values']>;

const lingui = { i18n };

/** Names may look like the elements of a message, such as `</0>`: within a list, Lingui doesn't look for elements in them. */
const asTheyStand = (values: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? [value] : value,
    ]),
  );

export const Trans = (props: TransProps): ReactElement | null =>
  TransNoContext({ ...props, values: asTheyStand(props.values), lingui });
