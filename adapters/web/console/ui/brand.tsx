// Logo and name of the product.
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';

export const Brand = (): ReactElement => (
  <span className="brand">
    <Trans>
      <img src="/icon.svg" alt="" width={28} height={28} />
      Studio Control
    </Trans>
  </span>
);
