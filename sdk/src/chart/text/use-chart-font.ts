import { useTheme } from '@orrery/sdk/web';

const SMALLER = 2;

/** The font of chart texts, as canvas and CSS take it. @public */
export function useChartFont(): { readonly font: string; readonly fontSize: number } {
  const { fontFamily, fontSize } = useTheme();
  const size = Math.max(10, fontSize - SMALLER);
  return { font: `${size}px ${fontFamily}`, fontSize: size };
}
