import type { ReactNode } from 'react';
import { IconButton } from '@orrery/sdk/ui';
import type { Favourites } from '../data/use-favourites.ts';
import { useListText } from '../texts.ts';

/** A star that toggles. @public */
export function FavouriteStar({ id, name, favourites }: { readonly id: number; readonly name: string; readonly favourites: Favourites }): ReactNode {
  const t = useListText();
  const isOn = favourites.isFavourite(id);
  return <IconButton size="small" className="o-list-star" icon={isOn ? 'star-filled' : 'star'} pressed={isOn} label={t(isOn ? 'favourite.remove' : 'favourite.add', { name })} onClick={() => favourites.toggle(id)} />;
}
