// Logo and name of the product.
import type { ReactElement } from 'react';

export const Brand = (): ReactElement => (
  <span className="brand">
    <img src="/icon.svg" alt="" width={28} height={28} />
    Studio Control
  </span>
);
