import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import UPlot from 'uplot';

/** The least a page can do to show `?charts=N` line charts: React, one small drawing library, one fetch for each chart. */
function Chart({ index }: { readonly index: number }) {
  const ref = useRef<HTMLDivElement>(null);
  const [data, setData] = useState<UPlot.AlignedData>();
  useEffect(() => {
    void fetch(`/data/${index}`)
      .then((response) => response.json())
      .then((rows) => setData(rows as UPlot.AlignedData));
  }, [index]);
  useEffect(() => {
    const { current } = ref;
    if (!data || !current) return undefined;
    const plot = new UPlot({ width: 300, height: 200, series: [{}, { stroke: 'steelblue' }] }, data, current);
    return () => plot.destroy();
  }, [data]);
  return (
    <section>
      <h2>{`Chart ${index}`}</h2>
      <div ref={ref} />
    </section>
  );
}

const count = Number(new URLSearchParams(location.search).get('charts'));
const target = document.createElement('main');
document.body.append(target);
createRoot(target).render(Array.from({ length: count }, (_, index) => <Chart key={index} index={index} />));
