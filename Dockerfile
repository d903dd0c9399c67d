# A muggins server.  The image holds no secret and no data: the database is another container's, or a volume at /data.
FROM python:3.11-slim-bookworm AS build
WORKDIR /src
RUN python -m venv /opt/muggins
COPY constraints.txt pyproject.toml README.md LICENSE ./
COPY server server
COPY tournaments tournaments
COPY clients/python clients/python
RUN /opt/muggins/bin/pip install --no-cache-dir --constraint constraints.txt '.[server,postgres]'

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 7411 --home-dir /data --create-home muggins
COPY --from=build /opt/muggins /opt/muggins
COPY deploy/with-password deploy/healthy /usr/local/bin/
ENV PATH=/opt/muggins/bin:$PATH PYTHONUNBUFFERED=1 MUGGINS_LISTEN=0.0.0.0:7411 MUGGINS_LOG_FORMAT=json
USER muggins
WORKDIR /data
VOLUME /data
EXPOSE 7411
# SIGTERM begins the drain; what is still running after MUGGINS_DRAIN seconds is void and played again.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["healthy"]
ENTRYPOINT ["with-password"]
CMD ["muggins", "serve"]
