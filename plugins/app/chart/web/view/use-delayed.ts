import { useEffect, useState } from 'react';

/** True when `isOn` has been true for `ms` milliseconds. */
export function useDelayed(isOn: boolean, ms: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setIsLate(true), ms);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isOn, ms]);
  return isOn && isLate;
}
